import { limits } from './limits.ts';

/** The texts that the signup widget shows too; `{product}` stands for the product's name. */
export const signupMessages = {
  emailInvalid: 'Please enter a valid email address',
  firstNameRequired: 'First name is required',
  failedTitle: 'Registration failed',
  failed: 'Please try again later.',
  welcomeTitle: 'Welcome to {product}!',
  welcome: 'Your first daily word will arrive soon.',
  busy: 'Signing Up...',
} as const;

/** Every text of the error catalogue and the validation rules, literal and written once. */
export const messages = {
  signup: {
    ...signupMessages,
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
    incorrect: 'Current password is incorrect',
    failed: 'Failed to change password',
    exception: 'An error occurred. Please try again.',
    success: 'Password changed successfully!',
    currentRequired: 'Current password is required',
  },
  dashboard: { failed: 'One or more API calls failed' },
  words: {
    fetchFailed: 'Failed to fetch words',
    added: 'Word added successfully!',
    updated: 'Word updated successfully!',
    addFailed: 'Failed to add word',
    updateFailed: 'Failed to update word',
    processed: (count: number) => `Processed ${count} words`,
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
    cancelled: 'Scheduled email cancelled successfully!',
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
  notFound: '404 Page Not Found',
} as const;
