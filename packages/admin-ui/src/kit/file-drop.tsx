import { type DragEvent, useState } from 'react';
import { Icon } from '../design/icon.tsx';
import { visuallyHidden } from '../design/visually-hidden.css.ts';
import * as styles from './upload.css.ts';

interface FileDropProps {
  file: File | undefined;
  disabled: boolean;
  onChoose: (file: File) => void;
  /** What to choose, and the input's name for screen readers. A CSV file by default. */
  title?: string;
  label?: string;
  accept?: string;
}

/** A file input to click or drop a file on. */
export function FileDrop({
  file,
  disabled,
  onChoose,
  title = 'Choose a CSV file',
  label = 'CSV file',
  accept = '.csv,text/csv',
}: FileDropProps) {
  const [over, setOver] = useState(false);

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onChoose(dropped);
  }

  return (
    <label
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <Icon name="upload" size={22} className={styles.dropIcon} />
      <span>
        <span className={styles.dropTitle}>{file ? file.name : title}</span>
        <span className={styles.dropNote}>
          {file ? `${sizeOf(file)} · choose or drop another` : 'or drop it here'}
        </span>
      </span>
      <input
        type="file"
        className={visuallyHidden}
        aria-label={label}
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          if (picked) onChoose(picked);
          // Lets the same file be chosen again after it was fixed.
          event.target.value = '';
        }}
      />
    </label>
  );
}

function sizeOf({ size }: File): string {
  const [amount, unit] = size < 1_000_000 ? [size / 1000, 'kB'] : [size / 1_000_000, 'MB'];
  return `${Math.max(amount, 0.1).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}

/** Has the browser save something as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
