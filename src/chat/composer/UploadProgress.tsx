import { useAppSelector } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { Icon } from '../../ui/Icon';
import type { UploadState } from '../../messages/sendingActions';
import { selectHasFailed, selectUpload } from '../../messages/sendingSlice';
import { formatProgress } from './formatProgress';
import { Thumbnail } from './Thumbnail';
import styles from './UploadProgress.module.css';

function Progress({ upload, onCancel }: { upload: UploadState; onCancel: () => void }) {
  const { key, index, total, percent, preview, size, isPosting } = upload;
  const isUploaded = percent === 100;
  const isUploading = size !== undefined && !isUploaded;
  const label = isUploaded ? chatStrings.sending : chatStrings.uploading;
  return (
    <>
      {/* A waiting image is beside it already. A new element for each, because the last can be hidden. */}
      {key === undefined && <Thumbnail key={index} src={preview} alt="" />}
      <div className={styles.progress}>
        <span className={styles.label}>{total > 1 ? `${label} (${index}/${total})` : label}</span>
        {isUploading && <span className={styles.detail}>{formatProgress(percent, size)}</span>}
        <progress
          className={styles.bar}
          aria-label={label}
          max={100}
          {...(isUploading && { value: percent })}
        />
      </div>
      <IconButton label={chatStrings.cancelSending} disabled={isPosting} onClick={onCancel}>
        <Icon name="close" />
      </IconButton>
    </>
  );
}

/** Upload progress, beside a picked image. Indeterminate while re-encoding and after the upload. */
export function UploadProgress({ onCancel }: { onCancel: () => void }) {
  const upload = useAppSelector(selectUpload);
  const isSent = !useAppSelector(selectHasFailed);
  return (
    <div className={`quiet ${styles.status}`} data-sent={isSent}>
      {upload && <Progress {...{ upload, onCancel }} />}
    </div>
  );
}
