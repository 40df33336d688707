{
  // The bank's page may have put frames of its own between this document and the challenge. The origin decides who
  // receives the message, and there is nothing in it but that the bank has returned the customer.
  const told = { service: 'three-d-secure', kind: 'returned' };
  const tell = (other) => {
    if (other && other !== window) other.postMessage(told, location.origin);
  };
  for (let each = parent; ; each = each.parent) {
    tell(each);
    if (each === each.parent) break;
  }
  tell(opener);
  if (parent === window) document.body.hidden = false;
}
