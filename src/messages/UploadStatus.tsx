import { useSelector } from 'react-redux';
import { strings } from '../common/strings';
import { selectUpload } from './messagesSlice';
import styles from './UploadStatus.module.css';

/** How much of the picture on its way has gone, and the how-manieth of several it is. */
export function UploadStatus() {
  const upload = useSelector(selectUpload);
  if (!upload) return null;
  const { number, of, percent } = upload;
  return (
    <div className={styles['status']}>
      <span>
        {strings.uploading}
        {of > 1 && ` (${String(number)}/${String(of)})`}
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
