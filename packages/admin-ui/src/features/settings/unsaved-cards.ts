import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useUnsavedWork } from '../../kit/unsaved-work.tsx';

type Report = (card: string, isUnsaved: boolean) => void;

const Reports = createContext<Report>(() => {});

/** Around cards that are saved one by one, and together have one question when the page is left. */
export const UnsavedCards = Reports.Provider;

/** Which of the cards have unsaved changes, and the question. */
export function useUnsavedCards() {
  const [cards, setCards] = useState<readonly string[]>([]);
  const report: Report = useCallback((card, isUnsaved) => {
    setCards((now) => {
      if (now.includes(card) === isUnsaved) return now;
      return isUnsaved ? [...now, card] : now.filter((other) => other !== card);
    });
  }, []);
  const { dialog } = useUnsavedWork({
    isUnsaved: cards.length > 0,
    description: `Your changes will be lost: ${cards.join(', ')}.`,
    onDiscard: () => setCards([]),
  });
  return { report, dialog };
}

/** Reports a card's changes to the page around it. */
export function useUnsavedCard(title: string, isUnsaved: boolean): void {
  const report = useContext(Reports);
  useEffect(() => {
    report(title, isUnsaved);
    return () => report(title, false);
  }, [report, title, isUnsaved]);
}
