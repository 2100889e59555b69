/** Returns the `connect-src` sources of a host: its origin, for HTTP and for WebSockets. */
export function toConnectSources(host: string): string[] {
  const { origin } = new URL(host);
  return [origin, origin.replace(/^http/, 'ws')];
}

/** Returns the sources that the Content-Security-Policy needs for a provider, by directive. */
export function providerSources(host: string): Record<'connect-src' | 'img-src', string[]> {
  return { 'connect-src': toConnectSources(host), 'img-src': [new URL(host).origin] };
}

/** Returns whether a policy allows everything that the page requests from this provider. */
export function allowsProvider(policy: string, host: string): boolean {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.entries(providerSources(host)).every(([name, sources]) => {
    const [, ...allowed] = directives.find((directive) => directive[0] === name) ?? [];
    return sources.every((source) => allowed.includes(source));
  });
}
