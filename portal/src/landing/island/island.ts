import { watchBar } from './bar.ts'
import { offerInstall } from './install.ts'
import { explainMarks } from './marks.ts'
import { returnOnline } from './offline.ts'
import { loadReviews } from './reviews.ts'
import { turnScheme } from './scheme.ts'
import { followSession } from './session.ts'
import { registerWorker } from '../../shell/worker.ts'

/** All the script a public page has. Each part looks for what it works on and is content without it. */
watchBar()
followSession()
turnScheme()
explainMarks()
returnOnline()
offerInstall()
loadReviews()
registerWorker()
