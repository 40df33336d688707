/**
 * Members of objects that never leave the script: the build gives them names of one letter. None may be one that pages, frames
 * or the service know, or that is ever written as a string; a test holds it against what those read.
 */
export const INTERNAL_NAMES: readonly string[] = `
  answered codeOnly failed failure greet holds leader leave lost place problem send stateChanged submitted
  begun element fail life load post steps write
  denominator ending freeTrial model numerator setupFee singleUse taxAmounts taxExempt
  high lengths low prefixes slug cost taken
`
  .trim()
  .split(/\s+/);
