import { service } from '@service/sdk';
import { useEffect, useRef, useState } from 'react';

export function Checkout() {
  const target = useRef(null);
  const payment = useRef(null);
  const [outcome, setOutcome] = useState('');

  // Effects run in the browser only, so that a server can render the component too.
  useEffect(() => {
    service.configure({ publicKey: 'demo-public-key', api: 'http://localhost:3001/js/v1' });
    const attached = service.PaymentForm({ methods: ['card', 'bank'] }).attach(target.current);
    payment.current = attached;
    return () => void attached.detach();
  }, []);

  const pay = (event) => {
    event.preventDefault();
    service.token(payment.current, event.currentTarget, (error, token) => {
      setOutcome(error ? 'Not paid: see above.' : `Send the token ${token.id} to your server.`);
    });
  };

  return (
    <form onSubmit={pay}>
      <div ref={target} />
      <button type="submit">Pay $24.99</button>
      <p role="status">{outcome}</p>
    </form>
  );
}
