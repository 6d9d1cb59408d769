import { limits, timings } from './limits.ts';

/** The texts that the signup widget also shows; `{product}` is replaced with the product's name. */
export const signupMessages = {
  emailInvalid: 'Please enter a valid email address',
  firstNameRequired: 'First name is required',
  failedTitle: 'Registration failed',
  failed: 'Please try again later.',
  welcomeTitle: 'Welcome to {product}!',
  welcome: 'Your first daily word will arrive soon.',
  // Instead of the welcome, while readers confirm with a link.
  confirmTitle: 'Almost done!',
  confirm: 'Check your inbox and click the link to confirm.',
  busy: 'Signing Up...',
} as const;

/** Every text of the error catalog and the validation rules, literal and defined once. */
export const messages = {
  signup: {
    ...signupMessages,
    // On our own pages, while a confirmation is pending.
    youEntered: (address: string) => `You entered ${address}.`,
    startAgain: 'Wrong address? Start again',
    lookInSpam: 'If no email arrives within a few minutes, look in your spam folder.',
    emailNotAscii:
      'Addresses with letters other than a to z before the @ are not supported. Please use another address.',
    welcomeTitle: (product: string) => signupMessages.welcomeTitle.replace('{product}', () => product),
  },
  login: {
    usernameRequired: 'Username is required',
    passwordRequired: 'Password is required',
    invalid: 'Invalid username or password',
    failed: 'Login failed',
    unreachable: 'Unable to connect to server. Please try again.',
    successTitle: 'Login successful',
    success: 'Welcome back!',
  },
  setup: {
    usernameShort: `Username must be at least ${limits.usernameMinLength} characters`,
    passwordShort: `Password must be at least ${limits.passwordMinLength} characters`,
    confirmRequired: 'Please confirm your password',
    mismatch: "Passwords don't match",
    failed: 'Setup failed',
    exception: 'An error occurred. Please try again.',
    alreadyDone: 'Setup has already been completed',
    tokenNeeded:
      'Use the setup link that the server printed when it started. To see it again, run this on the server: wordrise setup',
    successTitle: 'Admin account created',
    success: 'You can now log in with your credentials.',
  },
  password: {
    mismatch: 'New passwords do not match',
    short: `New password must be at least ${limits.passwordMinLength} characters`,
    tooLong: `Password must be at most ${limits.passwordMaxBytes} bytes long (${limits.passwordMaxBytes} plain letters, fewer with accents or emoji)`,
    common: 'This is one of the most common passwords. Choose another one.',
    isUsername: 'The password must not be the username.',
    incorrect: 'Current password is incorrect',
    failed: 'Failed to change password',
    exception: 'An error occurred. Please try again.',
    success: 'Password changed successfully!',
    currentRequired: 'Current password is required',
  },
  secondFactor: {
    needed: 'Enter the code from your authenticator app',
    wrong: 'This code is wrong or has already been used',
    unreadable:
      'Codes from the app cannot be checked, because the SESSION_SECRET of this server was replaced. Use a recovery code',
    on: 'Two-step sign-in is already on',
    off: 'Two-step sign-in is off',
  },
  dashboard: { failed: 'One or more API calls failed' },
  words: {
    fetchFailed: 'Failed to fetch words',
    added: 'Word added successfully!',
    updated: 'Word updated successfully!',
    addFailed: 'Failed to add word',
    updateFailed: 'Failed to update word',
    processed: (count: number) => `Processed ${count} ${count === 1 ? 'word' : 'words'}`,
    processFailed: 'Failed to process words',
    saveFailed: 'Failed to save words',
    noneEnteredTitle: 'No Words Entered',
    noneEntered: 'Please enter at least one word to process',
    noneToSaveTitle: 'No Words to Save',
    noneToSave: 'No successfully processed words found.',
    empty: 'No words found',
  },
  schedule: {
    fetchUnusedFailed: 'Failed to fetch unused words',
    errorTitle: 'Error',
    failed: 'Failed to schedule email',
    cancelFailed: 'Failed to cancel scheduled email',
    scheduled: 'Email scheduled successfully!',
    moved: 'Time changed',
    updateFailed: 'The email was not updated',
    savedForLater: 'Saved. It will be sent to the email provider as soon as it responds.',
    unsettledTitle: 'Saved, but not scheduled yet',
    unsettled: `It will be scheduled within ${timings.lostSendMinutes + timings.processorEveryMinutes} minutes, once it is certain that the email provider is not making the previous send. If its time comes first, it goes out right after that.`,
    // The specification's spelling.
    canceled: 'Scheduled email cancelled successfully!',
    wordRequired: 'Please select a word first',
    dateRequired: 'Please select a date and time',
    empty: 'No pending emails scheduled',
    loading: 'Loading scheduled emails...',
    emptyCalendar: 'No scheduled emails found',
    noActivity: 'No recent activity',
  },
  template: {
    updateFailed: 'Failed to update template',
    previewFailed: 'Failed to generate preview',
    updated: 'Email template updated successfully!',
  },
  reader: {
    removed: 'The reader is removed.',
    leavingTextDeleted: 'The text is deleted',
    importDeleted: 'The import is deleted, with its file. Readers stay.',
    removedHere:
      'The reader is removed here. As soon as the email provider responds, they are taken off its list too.',
  },
  notFound: '404 Page Not Found',
} as const;
