import { useAppSelector } from '../app/hooks';
import { selectCustomerNumber } from '../session/sessionSlice';
import { strings } from '../ui/strings';

/** The customer's number with its label; nothing in the prerendered chat. */
export function CustomerNumber({ className = '' }: { className?: string | undefined }) {
  const number = useAppSelector(selectCustomerNumber);
  if (!number) return null;
  return (
    <p className={`quiet ${className}`}>
      {strings.yourPhone}{' '}
      <b className="username" translate="no">
        {number}
      </b>
    </p>
  );
}
