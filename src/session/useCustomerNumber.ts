import { useAppSelector } from '../services/redux';
import { formatNational } from './phone';
import { selectUser } from './sessionSlice';

/** Returns the username as the chat shows it; '' in the prerendered chat, which has none. */
export function useCustomerNumber(): string {
  return formatNational(useAppSelector(selectUser)?.username ?? '');
}
