/** The file that is loaded when a page asks for the messages of its card fields. */
export { messagesOf } from './payment-form/messages-of.ts';
