import { useQuery } from '@tanstack/react-query';
import { previewInput, type TemplatePreview, type UnusedWordView } from '@wordrise/core/contract';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { fieldErrorsOf, hasFieldErrors } from '../../kit/failure.ts';
import { useMedia } from '../../kit/media.ts';
import { useApi } from '../../kit/queries.ts';
import { useSettled } from '../../kit/settled.ts';
import { type Finding, moveFindings, readFinding } from './findings.ts';
import { wide } from './templates.css.ts';
import { previewQuery, type TemplateText } from './templates.queries.ts';

type PreviewedWord = Pick<UnusedWordView, 'id' | 'word'>;

/** The server's answer for one text. */
interface Answer {
  about: TemplateText;
  /** The preview of the last text without errors. */
  preview: TemplatePreview | undefined;
  errors: string[];
  warnings: string[];
}

/**
 * The email as it would go out with the text in the editor, rendered by the server once typing pauses. While there are
 * errors, the last one without them stays.
 */
export function useLivePreview(text: TemplateText) {
  const isWide = useMedia(wide);
  const [chosen, setShown] = useState<boolean>();
  const isShown = chosen ?? isWide;
  const [word, setWord] = useState<PreviewedWord>();
  const settled = useSettled(text);
  const { data: body, error: invalid } = previewInput.safeParse({ ...settled, wordId: word?.id });
  const query = useQuery({
    ...previewQuery(useApi(), body ?? settled),
    enabled: isShown && body !== undefined,
  });

  const last = useRef<Answer>({ about: text, preview: undefined, errors: [], warnings: [] });
  const fields = invalid ? z.flattenError(invalid).fieldErrors : fieldErrorsOf(query.error);
  const errors = Object.values(fields).flatMap((messages) => messages ?? []);
  if (errors.length > 0) last.current = { ...last.current, about: settled, errors, warnings: [] };
  else if (query.data) {
    const { warnings = [] } = query.data;
    last.current = { about: settled, preview: query.data, errors: [], warnings };
  }

  const { about, preview } = last.current;
  const inText = (messages: string[]): Finding[] =>
    moveFindings(messages.map(readFinding), about.content, text.content);
  return {
    isShown,
    setShown,
    word,
    setWord,
    preview,
    errors: isShown ? inText(last.current.errors) : [],
    warnings: isShown ? inText(last.current.warnings) : [],
    /** Failed for a reason other than the text. */
    failed: query.error && !hasFieldErrors(query.error) ? query : undefined,
  };
}

export type LivePreviewState = ReturnType<typeof useLivePreview>;
