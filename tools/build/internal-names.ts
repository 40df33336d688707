/**
 * Members of objects that never leave the script: the build shortens their names to one letter. None may be a name that
 * pages, frames or the service use, or that is written as a string anywhere; a test checks that.
 */
export const INTERNAL_NAMES: readonly string[] = `
  answered codeOnly failed failure greet holds leader leave lost problem stateChanged submitted unstyled fit
  begun element fail lifetime load post steps write
  denominator ending freeTrial model numerator setupFee singleUse taxAmounts
  tokenOf
  high lengths low prefixes slug cost taken
`
  .trim()
  .split(/\s+/);
