import { useEffect, useState } from 'react';
import { strings } from '../shared/strings';
import { runLater } from '../shared/timers';

/** Duration of a sign-in, in ms, after which it is announced. */
const SLOW_SIGN_IN = 500;

/** Announces a slow sign-in. Empty at first: browsers announce only changes of a live region. */
export function SigningInStatus() {
  const [text, setText] = useState('');
  useEffect(() => runLater(SLOW_SIGN_IN, () => setText(strings.signingIn)), []);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
