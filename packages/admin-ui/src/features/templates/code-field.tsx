import { type Ref, type TextareaHTMLAttributes, useId, useMemo, useRef } from 'react';
import { Icon } from '../../design/icon.tsx';
import * as styles from './templates.css.ts';

interface LineMark {
  line: number;
  tone: 'bad' | 'warn';
}

export interface CodeFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value'> {
  label: string;
  value: string;
  marks: LineMark[];
  /** What is wrong with the text as a whole. */
  error: string | undefined;
  hint: string;
  ref: Ref<HTMLTextAreaElement>;
}

/** A text area for HTML with line numbers and marked lines. Tab leaves it, as in every field. */
export function CodeField({ label, value, marks, error, hint, ref, ...rest }: CodeFieldProps) {
  const id = useId();
  const underlay = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => value.split('\n').length, [value]);
  const numbers = useMemo(() => Array.from({ length: lines }, (_, at) => at + 1).join('\n'), [lines]);
  const invalid = error !== undefined || marks.some(({ tone }) => tone === 'bad');

  return (
    <div className={styles.codeField}>
      <label className={styles.codeLabel} htmlFor={id}>
        {label}
      </label>
      <div className={styles.codeFrame} data-invalid={invalid || undefined}>
        <div className={styles.underlay} aria-hidden="true">
          <div ref={underlay} className={styles.underlayMoving}>
            {marks.map(({ line, tone }) => (
              <span
                key={`${line} ${tone}`}
                className={styles.mark[tone]}
                data-line={line}
                style={{ top: `${(line - 1) * styles.lineHeight}em` }}
              />
            ))}
            <span className={styles.numbers}>{numbers}</span>
          </div>
        </div>
        {/* As wide as the widest line number in the layer below. */}
        <span className={styles.gutter} aria-hidden="true">
          {lines}
        </span>
        <textarea
          {...rest}
          ref={ref}
          id={id}
          className={styles.code}
          value={value}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          aria-invalid={invalid || undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          onScroll={({ currentTarget: { scrollTop } }) => {
            if (underlay.current) underlay.current.style.transform = `translateY(${-scrollTop}px)`;
          }}
        />
      </div>
      {error !== undefined && (
        <p className={styles.codeError} id={`${id}-error`}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
      <p className={styles.codeHint} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
