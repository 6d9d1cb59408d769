import { useMutation } from '@tanstack/react-query';
import { limits, recordingFiles, type WordView } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { sitePath } from '../../design/site-path.ts';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import * as styles from './words.css.ts';

/** The recording of a word. Each change counts at once: it is not part of the text that the form saves. */
export function WordSound({ word: { id, word, recording, voice } }: { word: WordView }) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const [now, setNow] = useState(recording);
  const upload = useMutation({
    // By its content, the server decides what it is.
    mutationFn: (file: File) =>
      api.call('uploadRecording', {
        params: { id },
        raw: { body: file, contentType: file.type || 'application/octet-stream' },
      }),
    onSuccess(stored) {
      setNow(stored);
      toasts.success(`“${word}” has a recording`);
      return refresh();
    },
    onError: (error) => toasts.error(failure('The recording was not uploaded', error)),
  });
  const remove = useMutation({
    mutationFn: () => api.call('removeRecording', { params: { id } }),
    onSuccess() {
      setNow(undefined);
      toasts.success(`“${word}” has no recording now`);
      return refresh();
    },
    onError: (error) => toasts.error(failure('The recording was not removed', error)),
  });
  const fallback =
    voice === 'off'
      ? 'Without one, its page has no sound.'
      : 'Without one, its page lets the browser say the word.';
  return (
    <section className={styles.sound} aria-label="Sound">
      <h3 className={styles.soundTitle}>Sound</h3>
      {now && (
        <div className={styles.soundNow}>
          {/* biome-ignore lint/a11y/useMediaCaption: the word itself says what is heard */}
          <audio className={styles.player} controls preload="metadata" src={sitePath + now.path} />
          <Button size="small" icon="trash" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </div>
      )}
      <FileDrop
        file={undefined}
        title={now ? 'Choose another recording' : 'Choose a recording'}
        label="Recording"
        accept={['audio/*', ...recordingFiles].join(',')}
        disabled={upload.isPending}
        onChoose={(file) => upload.mutate(file)}
      />
      <p className={styles.small}>
        MP3, AAC, M4A or Opus, up to {Math.floor(limits.recordingBytes / 1_048_576)} MB. {fallback}
      </p>
    </section>
  );
}
