/** @jsxImportSource preact */
import { hearAnchor } from '@wordrise/core/constants';
import type { SentWord } from '@wordrise/core/contract';
import { iconPaths } from '../design/icon-paths.ts';
import * as styles from './archive.css.ts';

/**
 * Lets a visitor hear a word: its recording, which also opens without a script, or else the browser’s voice. The script
 * shows the button for the voice where there is one; its place is kept, so that nothing moves. Where there is none, a
 * visitor whom “Hear it” in an email led here reads so.
 */
export function Hear({ word, recording, hasVoice }: Pick<SentWord, 'word' | 'recording' | 'hasVoice'>) {
  const id = hearAnchor.slice(1);
  if (recording) {
    return (
      <a className={styles.hear} id={id} href={recording.path} data-hear>
        <SoundIcon />
        Hear it
      </a>
    );
  }
  if (!hasVoice) return null;
  return (
    <>
      <button
        type="button"
        className={styles.hear}
        id={id}
        data-say={word}
        aria-label="Hear it, read by your browser"
        disabled
      >
        <SoundIcon />
        Hear it
      </button>
      <span className={styles.noVoice}>This browser has no voice to say it with.</span>
    </>
  );
}

/** A recording in a list. */
export function HearInList({ word, path }: { word: string; path: string }) {
  return (
    <a className={styles.hearInList} href={path} data-hear aria-label={`Hear ${word}`}>
      <SoundIcon />
    </a>
  );
}

function SoundIcon() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" className={styles.soundIcon}>
      <path d={iconPaths.sound} />
    </svg>
  );
}
