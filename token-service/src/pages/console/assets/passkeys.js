// Forms that a passkey fills: shown only where the browser has passkeys.

const supported = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.hidden = !supported;
  form.addEventListener(
    'submit',
    async (event) => {
      const field = form.elements.namedItem('response');
      if (field.value !== '') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const trouble = form.querySelector('[role="alert"]');
      trouble.textContent = '';
      try {
        const response = await fetch(form.dataset.options, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: '',
        });
        const options = await response.json();
        const credential =
          form.dataset.passkey === 'create'
            ? await navigator.credentials.create({
                publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
              })
            : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
        field.value = JSON.stringify(credential.toJSON());
        form.submit();
      } catch {
        trouble.textContent = 'No passkey was used. Try again, or sign in another way.';
      }
    },
    { capture: true },
  );
}
