import { useAppSelector } from '../services/redux';
import { formatNational } from './phone';
import { selectUser } from './sessionSlice';

/**
 * Returns the customer's number as the chat shows it: the username, in the national format if it is
 * a number of Azerbaijan. Empty in the prerendered chat, which has no username.
 */
export function useCustomerNumber(): string {
  const username = useAppSelector(selectUser)?.username ?? '';
  return /^\+994\d{9}$/.test(username) ? formatNational(username) : username;
}
