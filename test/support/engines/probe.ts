/** Key of the recorded problems in the session storage, which outlives a navigation. */
export const PROBLEMS = 'test-problems';

/**
 * Records problems: uncaught errors, violations of the page's policy, and errors and
 * warnings in the console. Runs in the page before the app, so it may use nothing from outside.
 */
function installProbe(key: string): void {
  const report = (problem: string) => {
    const earlier = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    sessionStorage.setItem(key, JSON.stringify([...earlier, problem]));
  };
  addEventListener('error', ({ message }) => report(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => report(`rejected: ${String(reason)}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    report(`policy: ${effectiveDirective} ${blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const) {
    const print = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      report(`${level}: ${parts.map(String).join(' ')}`);
      print(...parts);
    };
  }
}

/** Puts the probe before the page's policy, which would reject a script that is not the build's. */
export const withProbe = (page: string): string =>
  page.replace('<head>', `<head><script>(${installProbe.toString()})('${PROBLEMS}')</script>`);
