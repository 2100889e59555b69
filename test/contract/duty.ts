/** Thrown by a check: the provider breaks the duty. The message says what came instead, without a secret. */
export class Broken extends Error {}

/** Thrown by a check that cannot be made. The message says what it needs. */
export class NotChecked extends Error {}

/** What a provider must do, and how to see whether it does. */
export interface Duty<Subject> {
  /** The call or field, and the rule. */
  name: string;
  /** @throws Broken if the provider breaks the duty, NotChecked if the check cannot be made */
  check: (subject: Subject) => unknown;
}

/** The line of one duty. */
export interface Verdict {
  name: string;
  verdict: 'kept' | 'broken' | 'not checked';
  /** What came instead, or what the check needs; '' for a duty that is kept. */
  reason: string;
}

/** Checks one duty. An unexpected error breaks the duty: the provider did not respond as agreed. */
export async function verify<Subject>(
  { name, check }: Duty<Subject>,
  subject: Subject,
): Promise<Verdict> {
  try {
    await check(subject);
    return { name, verdict: 'kept', reason: '' };
  } catch (error) {
    const verdict = error instanceof NotChecked ? 'not checked' : 'broken';
    return { name, verdict, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws Broken with the reason, unless the condition holds */
export function expectThat(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Broken(reason);
}
