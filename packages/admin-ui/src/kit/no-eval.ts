import { z } from 'zod';

// Imported before any schema: the content security policy forbids the code that zod would compile, and browsers report
// each attempt.
z.config({ jitless: true });
