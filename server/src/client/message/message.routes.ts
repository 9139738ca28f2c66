import { messageCalls } from '@sauda/contract/client/message'
import type { MessageContext, RouteContext } from '../../app-context.ts'
import { createSendHoldMessage, previewMessage, sendMessage, type SendHoldMessage } from './message.ts'
import { addTemplate, editTemplate, listTemplates, retireTemplate } from './template.ts'

/** Returns how a case that is put on hold sends its message. */
export function messageRoutes(context: RouteContext & MessageContext): SendHoldMessage {
  const { mount, mountCommand, db } = context

  mount(messageCalls.preview, (given) => previewMessage(context, given))
  mountCommand(messageCalls.send, (tx, given) => sendMessage(context, tx, given))
  mount(messageCalls.templates, () => listTemplates(db))
  mountCommand(messageCalls.addTemplate, (tx, given) => addTemplate(context, tx, given))
  mountCommand(messageCalls.editTemplate, (tx, given) => editTemplate(context, tx, given))
  mountCommand(messageCalls.retireTemplate, (tx, given) => retireTemplate(context, tx, given))
  return createSendHoldMessage(context)
}
