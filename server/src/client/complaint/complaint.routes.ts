import { complaintCalls } from '@sauda/contract/client/complaint'
import { replyTexts } from '@sauda/contract/core/reply'
import type { AppContext } from '../../app/app-context.ts'
import {
  addMessage,
  closeComplaint,
  escalateOwn,
  passOn,
  raise,
  recordComplaint,
  register,
  replyAtDesk,
  resolveOwn,
  saveLevel,
  viewComplaintProof,
} from './complaint.ts'
import { deskComplaint, listOwn } from './complaint.view.ts'

export function complaintRoutes(context: AppContext): void {
  const { mount, mountCommand, db, config } = context

  mount(complaintCalls.list, ({ client }) => listOwn(db, client.id, config.supportEmail))
  mount(complaintCalls.raise, async (given) => {
    const complaint = await raise(context, given)
    return { message: `Complaint ${complaint.number} received`, complaint }
  })
  mount(complaintCalls.message, async (given) => ({
    message: replyTexts.sent,
    complaint: await addMessage(context, given),
  }))
  mountCommand(complaintCalls.escalate, async (tx, given) => {
    const complaint = await escalateOwn(context, tx, given)
    return { message: `Complaint ${complaint.number} escalated`, complaint }
  })
  mountCommand(complaintCalls.resolve, async (tx, given) => {
    const complaint = await resolveOwn(context, tx, given)
    return { message: `Complaint ${complaint.number} closed`, complaint }
  })

  mount(complaintCalls.register, ({ query }) => register(db, query))
  mount(complaintCalls.read, ({ params }) => deskComplaint(db, params.complaintId))
  mountCommand(complaintCalls.record, (tx, given) => recordComplaint(context, tx, given))
  mountCommand(complaintCalls.reply, (tx, given) => replyAtDesk(context, tx, given))
  mountCommand(complaintCalls.passOn, (tx, given) => passOn(context, tx, given))
  mountCommand(complaintCalls.close, (tx, given) => closeComplaint(context, tx, given))
  mount(complaintCalls.proof, (given) => viewComplaintProof(context, given))
  mountCommand(complaintCalls.saveLevel, (tx, given) => saveLevel(context, tx, given))
}
