import { useAppSelector } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { CloseIcon } from '../../ui/icons';
import { selectUpload } from '../../messages/sendingSlice';
import { formatProgress } from './formatProgress';
import styles from './UploadProgress.module.css';

/** Upload progress. The bar is indeterminate during the re-encoding and after the upload. */
export function UploadProgress({ onCancel }: { onCancel: () => void }) {
  const upload = useAppSelector(selectUpload);
  if (!upload) return null;
  const { index, total, percent, size, isPosting } = upload;
  const isUploaded = percent === 100;
  const isUploading = size !== undefined && !isUploaded;
  const label = isUploaded ? chatStrings.sending : chatStrings.uploading;
  return (
    <div className={`quiet ${styles.status}`}>
      <span>{total > 1 ? `${label} (${index}/${total})` : label}</span>
      <span className={styles.detail}>{isUploading && formatProgress(percent, size)}</span>
      <progress
        className={styles.bar}
        aria-label={label}
        max={100}
        {...(isUploading && { value: percent })}
      />
      <IconButton
        className={styles.cancel}
        label={chatStrings.cancelSending}
        disabled={isPosting}
        onClick={onCancel}
      >
        <CloseIcon />
      </IconButton>
    </div>
  );
}
