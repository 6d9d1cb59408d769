import { useQuery } from '@tanstack/react-query';
import type { EmailContent } from '@wordrise/core/contract';
import { useState } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { EmailFrame } from '../design/email-frame.tsx';
import { stack } from '../design/layout.css.ts';
import { Loading, Skeleton } from '../design/states.tsx';
import * as styles from './email-preview.css.ts';
import { QueryError } from './failure.tsx';
import { endpointQuery, useApi } from './queries.ts';

interface EmailPreviewProps {
  /** Of the schedule entry. */
  id: number;
  word: string;
}

/** The email that was sent, and whether it is the very text that went out. */
export function SentEmail(props: EmailPreviewProps) {
  const { data } = useEmailContent(props.id);
  return (
    <figure className={styles.sent}>
      <EmailThumbnail {...props} />
      {data && (
        <figcaption className={styles.origin}>
          {data.isFinal
            ? 'The email as it was sent'
            : 'As the word and the template give it now: the text that was sent is not available.'}
        </figcaption>
      )}
    </figure>
  );
}

/** The top of an email as readers see it; a press opens all of it. Nothing if it could not be fetched. */
export function EmailThumbnail({ id, word }: EmailPreviewProps) {
  const { data, isPending } = useEmailContent(id);
  const [isOpen, setIsOpen] = useState(false);
  if (!data && !isPending) return null;
  return (
    <div className={styles.thumbnail}>
      {data ? (
        <>
          <div className={styles.paper} inert>
            <EmailFrame title={`Email: ${word}`} html={data.html} cut />
          </div>
          <button
            type="button"
            className={styles.open}
            aria-label={`Open the email with ${word}`}
            onClick={() => setIsOpen(true)}
          />
        </>
      ) : (
        <Loading label="Loading the email">
          <Skeleton height="22rem" />
        </Loading>
      )}
      {isOpen && <EmailDialog id={id} word={word} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** An email as readers see it, with its subject. */
export function EmailDialog({ id, word, onClose }: EmailPreviewProps & { onClose: () => void }) {
  const content = useEmailContent(id);
  return (
    <Dialog open width="wide" onOpenChange={onClose} title={`The email with “${word}”`}>
      {content.data ? (
        <WholeEmail word={word} content={content.data} />
      ) : content.isPending ? (
        <Loading label="Loading the email" rows={1} rowHeight="24rem" />
      ) : (
        <QueryError title="The email could not be fetched" query={content} />
      )}
    </Dialog>
  );
}

function WholeEmail({ word, content: { subject, html } }: { word: string; content: EmailContent }) {
  return (
    <div className={stack.small}>
      <p className={styles.subject} dir="auto">
        {subject}
      </p>
      <div className={styles.whole}>
        <EmailFrame title={`Email: ${word}`} html={html} />
      </div>
    </div>
  );
}

function useEmailContent(id: number) {
  return useQuery({
    ...endpointQuery(useApi(), 'getEmailContent', { params: { id } }),
    // It may have gone out since.
    staleTime: ({ state: { data } }) => (data?.isFinal ? 60_000 : 0),
  });
}
