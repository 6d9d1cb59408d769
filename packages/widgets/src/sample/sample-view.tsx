import { defaultProductName } from '@wordrise/core/constants';
import type { SyntheticEvent } from 'react';
import { line } from '../line.tsx';
import { root } from '../theme.css.ts';
import type { SampleOptions } from './options.ts';
import { isTurning, type Rotation } from './rotation.ts';
import './sample.css.ts';
import { defaultSamples, defaultSampleTexts } from './samples.ts';

interface SampleViewProps extends SampleOptions {
  rotation: Rotation;
  onChange?: (rotation: Rotation) => void;
}

/** Draws the samples with one of them showing: no hooks, so that it can also be written as a string on a server. */
export function SampleView(props: SampleViewProps) {
  const { rotation } = props;
  // Frameworks say null where they mean nothing.
  const samples = props.samples ?? defaultSamples;
  const texts = { ...defaultSampleTexts, ...props.texts };
  const shown = rotation.index % samples.length;
  const change = (changed: Partial<Rotation>) => props.onChange?.({ ...rotation, ...changed });
  const hold = (event: SyntheticEvent) => {
    const held = event.currentTarget.matches(':hover, :focus-within');
    if (held !== rotation.held) change({ held });
  };
  return (
    <section
      className={root}
      part="root"
      data-theme={props.theme}
      lang={props.lang ?? 'en'}
      aria-label={texts.label}
      onPointerEnter={hold}
      onPointerLeave={hold}
      onFocusCapture={hold}
      onBlurCapture={hold}
    >
      <div part="stage" aria-live={isTurning(rotation) ? 'off' : 'polite'}>
        {samples.map((sample, place) => (
          <article key={sample.word} part="sample" aria-hidden={place !== shown || undefined}>
            {line('subject', `${props.productName ?? defaultProductName}: ${sample.word}`)}
            {line('word', sample.word)}
            <p part="pronunciation" dir="auto">
              {`${sample.phoneticPronunciation} · `}
              <span part="part-of-speech">{sample.partOfSpeech}</span>
            </p>
            {line('definition', sample.definition)}
            {line('example', sample.example1)}
            <p part="tip" dir="auto">
              <span part="tip-label">{texts.tip}</span>
              {` ${sample.conversationTip}`}
            </p>
          </article>
        ))}
      </div>
      <div part="controls">
        <button
          type="button"
          part="control"
          // Whoever presses Play has the focus on it, and means it.
          onClick={() => change({ playing: !rotation.playing, held: false })}
        >
          {rotation.playing ? texts.pause : texts.play}
        </button>
        {samples.map((sample, place) => (
          <button
            key={sample.word}
            type="button"
            part="control"
            aria-label={sample.word}
            aria-current={place === shown || undefined}
            onClick={() => change({ index: place })}
          >
            {place === shown ? '●' : '○'}
          </button>
        ))}
      </div>
    </section>
  );
}
