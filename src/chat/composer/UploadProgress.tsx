import { useAppSelector } from '../../services/redux';
import { strings } from '../../shared/strings';
import { selectUpload } from '../messagesSlice';
import styles from './UploadProgress.module.css';

/** Upload progress in percent, with "(2/3)" when several images are sent. */
export function UploadProgress() {
  const upload = useAppSelector(selectUpload);
  if (!upload) return null;
  const { number, total, percent } = upload;
  return (
    <div className={styles['status']}>
      <span>
        {strings.uploading}
        {total > 1 && ` (${String(number)}/${String(total)})`}
      </span>
      <progress
        className={styles['bar']}
        aria-label={strings.uploading}
        value={percent}
        max={100}
      />
      <span className={styles['percent']}>{percent}%</span>
    </div>
  );
}
