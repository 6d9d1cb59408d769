import { useQuery } from '@tanstack/react-query';
import type { QuizResults, RecallResults } from '@wordrise/core/contract';
import { Card } from '../../design/card.tsx';
import { figure } from '../../kit/figures.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import * as styles from './words.css.ts';

/** Which words readers still know. Nothing is shown until the first one has answered. */
export function Remembered() {
  const api = useApi();
  const { data: recalled = [] } = useQuery(endpointQuery(api, 'recallResults'));
  const { data: quizzes = [] } = useQuery(endpointQuery(api, 'quizResults'));
  const rows = byWord(recalled, quizzes);
  if (rows.length === 0) return null;
  return (
    <div className={styles.belowList}>
      <Card
        title="What readers remember"
        note="How many knew the word, of those who answered: on the page of an earlier word, and in the quizzes of weekly emails. Nobody can see who."
      >
        <div className={styles.remembered}>
          <table className={styles.rememberedTable}>
            <thead>
              <tr>
                <th scope="col">Word</th>
                <th scope="col">3 days</th>
                <th scope="col">3 weeks</th>
                <th scope="col">Quiz</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ wordId, word, after3, after21, quiz }) => (
                <tr key={wordId}>
                  <th scope="row">{word}</th>
                  <td>{after3}</td>
                  <td>{after21}</td>
                  <td>{quiz}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}

const mostRows = 30;

interface Row {
  wordId: number;
  word: string;
  /** Such as “3 of 5”; empty without an answer. */
  after3: string;
  after21: string;
  quiz: string;
}

/** One row for each word, the latest first. */
function byWord(recalled: RecallResults, quizzes: QuizResults): Row[] {
  const rows = new Map<number, Row>();
  const rowOf = ({ wordId, word }: { wordId: number; word: string }) => {
    const row = rows.get(wordId) ?? { wordId, word, after3: '', after21: '', quiz: '' };
    rows.set(wordId, row);
    return row;
  };
  for (const result of recalled) {
    const { days, known, again } = result;
    rowOf(result)[days === 3 ? 'after3' : 'after21'] = outOf(known, again);
  }
  for (const result of quizzes) rowOf(result).quiz = outOf(result.right, result.wrong);
  return [...rows.values()].toSorted((one, other) => other.wordId - one.wordId).slice(0, mostRows);
}

const outOf = (yes: number, no: number) => `${figure(yes)} of ${figure(yes + no)}`;
