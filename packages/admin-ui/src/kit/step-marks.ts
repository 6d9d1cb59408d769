/** What the owner did about the first steps in this browser: hid them, or read the first email. */
export type StepMark = 'hidden' | 'read';

const keyOf = (name: StepMark) => `wordrise.first-steps.${name}`;

export function markStep(name: StepMark): void {
  try {
    localStorage.setItem(keyOf(name), 'yes');
  } catch {
    // Storage is full or forbidden.
  }
}

export function isStepMarked(name: StepMark): boolean {
  try {
    return localStorage.getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}
