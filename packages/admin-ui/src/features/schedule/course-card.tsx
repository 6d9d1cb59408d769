import type { CourseView } from '@wordrise/core/contract';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import * as styles from './course-card.css.ts';

/** The lessons of the course in order, and how many readers are where. */
export function CourseCard({ course }: { course: CourseView }) {
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === '#course') place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={place} id="course">
      <Card
        title="Course"
        note={noteOf(course)}
        actions={
          <ButtonLink to="/admin/settings" size="small" icon="edit">
            Change the course
          </ButtonLink>
        }
      >
        {course.lessons.length > 0 && <Lessons {...course} />}
      </Card>
    </div>
  );
}

function noteOf({ lessons, finished }: CourseView): string {
  if (lessons.length === 0) {
    return 'It has no words, so nobody gets a lesson. “Course” on the page Settings says which words it has.';
  }
  const atOne = lessons.reduce((sum, { readers }) => sum + readers, 0);
  return `${counted(lessons.length, 'lesson')}, one a day for each reader. Readers with a lesson so far: ${figure(atOne)}. Finished: ${figure(finished)}.`;
}

function Lessons({ lessons }: CourseView) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className={styles.list} aria-label="Lessons" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Lesson</th>
            <th scope="col">Word</th>
            <th scope="col">Readers who had it last</th>
          </tr>
        </thead>
        <tbody>
          {lessons.map(({ number, wordId, word, readers }) => (
            <tr key={wordId}>
              <td>{number}</td>
              <th scope="row" dir="auto">
                {word}
              </th>
              <td>{readers === 0 ? '' : figure(readers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const figure = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, what: string) => (count === 1 ? `1 ${what}` : `${figure(count)} ${what}s`);
