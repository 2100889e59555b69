import { useAppSelector } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { CloseIcon } from '../../ui/icons';
import type { UploadState } from '../../messages/sendingActions';
import { selectHasFailed, selectUpload } from '../../messages/sendingSlice';
import { formatProgress } from './formatProgress';
import styles from './UploadProgress.module.css';

interface Props {
  onCancel: () => void;
}

function Progress({ upload, onCancel }: Props & { upload: UploadState }) {
  const { index, total, percent, size, isPosting } = upload;
  const isUploaded = percent === 100;
  const isUploading = size !== undefined && !isUploaded;
  const label = isUploaded ? chatStrings.sending : chatStrings.uploading;
  return (
    <>
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
    </>
  );
}

/** Upload progress. The bar is indeterminate during the re-encoding and after the upload. */
export function UploadProgress({ onCancel }: Props) {
  const upload = useAppSelector(selectUpload);
  const isSent = !useAppSelector(selectHasFailed);
  return (
    <div className={`quiet ${styles.status}`} data-sent={isSent}>
      {upload && <Progress {...{ upload, onCancel }} />}
    </div>
  );
}
