/** Errors on the customer account pages, and what to do about them. */
export const accountProblems = {
  problems: {
    title: 'Please check this',
    stale: 'Something has changed since you opened the page. The page now shows the current state.',
    dearer: 'The price has changed since you opened the page. Check the new one before you go on.',
    busy: 'Another change is under way. Wait a moment, then try again.',
    underWay:
      'An earlier attempt is still being checked with your bank. Try again in a minute. Nothing has been changed.',
    repeated: 'This form has already been submitted. Open your account to see the current state.',
    notPossible: 'This is not possible at the moment. Choose another plan or quantity.',
    payLater: 'A payment can be retried once an hour. Replace the payment method to pay at once.',
    tokenGone: 'The card details were valid for a few minutes only. Enter them again.',
    offline: 'The payment service did not answer. Check your connection and try again.',
    blocked: 'The card fields could not be loaded. Your browser may be blocking them. Reload the page.',
    fields: 'Some fields need your attention.',
  },
  fields: {
    missing: (field: string) => `${field} is missing. Fill in this field.`,
    invalid: 'This cannot be used here. Remove card numbers and unusual characters.',
    email: 'Enter an email address, such as name@example.com.',
    tooLong: (most: number) => `Use at most ${most} characters.`,
    inclusion: 'Choose one from the list.',
    phone: 'Enter a phone number, such as +1 415 555 0100.',
    country: 'Choose the country of the address.',
    vatNumber: 'Your VAT number belongs to another country. Ask us to change the number and the country.',
    postalCode: 'The country has no such postal code. Check both.',
    postalCodeLike: (example: string) => `The country has no such postal code. Enter one like ${example}.`,
    cardNumber: 'Do not enter a card number here.',
    quantity: (most: string) => `Enter a whole number from 1 to ${most}.`,
  },
  declined: {
    refused: 'Your bank declined the payment. Try another card, or call the number on the back of the declined one.',
    funds: 'There is not enough money available for this payment. Try another card.',
    expired: 'The card has expired or its date is wrong. Check the date, or try another card.',
    number: 'The number is not valid. Check it, or try another card.',
    code: 'The security code is wrong. Check it and try again.',
    address: 'The billing address does not match your bank’s records. Check it and try again.',
    brand: 'This type of card is not accepted. Try another card.',
    wait: 'There were too many attempts. Wait an hour, then try again.',
    again: 'The payment did not go through. Try again in a minute.',
    confirm: 'Your bank asks you to confirm this payment, which is not possible here. Try another card.',
    method: 'Add a payment method first.',
    support: 'The payment was declined. Try another card, or ask us for help.',
    /** The text where no other payment method is offered, for a decline that needs one. */
    noOther: 'The payment was declined. Ask us for help.',
  },
  /** A card or bank account that was to be stored, without a charge. */
  unverified: {
    refused:
      'Your bank declined this card. Nothing was charged. Try another card, or call the number on the back of the declined one.',
    funds:
      'Your bank declined this card, because there is not enough money available. Nothing was charged. Try another card.',
    again: 'Your bank could not check this at the moment. Nothing was charged. Try again in a minute.',
    confirm:
      'Your bank asks you to confirm this card, which is not possible here. Nothing was charged. Try another card.',
    support: 'This card was declined. Nothing was charged. Try another card, or ask us for help.',
    account: 'Your bank declined this account. Nothing was charged. Check its numbers, or use a card.',
  },
  pages: {
    unknownTitle: 'This link does not work',
    unknown: 'It may be old or incomplete. Open the link in the latest message you received, or ask for a new one.',
    expiredTitle: 'This link has expired',
    expired:
      'The links in our messages work for 30 days. We can send a new one to the email address of the account. The link in a newer message works as well.',
    sendLink: 'Send a new link',
    linkSentTitle: 'Check your email',
    linkSent: 'If the link belongs to an account, a new one is on its way. At most one is sent per hour.',
    signedOutTitle: 'You are signed out',
    signedOut: 'To come back, open the link in one of the messages you received.',
    missingTitle: 'This page doesn’t exist',
    missing: 'The page may have moved. Open the link in one of the messages you received.',
    unreadable: 'The address of this page cannot be read. Open the link in one of the messages you received.',
    expiredForm: 'This form is no longer valid. Open the page again.',
    tooManyTitle: 'Too many requests',
    tooMany: 'Wait a minute, then try again.',
    readOnly: 'These pages are read-only at the moment: nothing can be changed. Try again later.',
    brokenTitle: 'Something went wrong',
    broken: 'The error is on our side. Nothing was charged twice. Try again in a minute.',
    insecureTitle: 'This connection is not secure',
    insecure: 'Open the page with an address that begins with https.',
    reference: (id: string) => `Reference: ${id}`,
  },
};

export type AccountProblems = typeof accountProblems;
