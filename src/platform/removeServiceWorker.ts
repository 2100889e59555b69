/**
 * Removes a service worker of a former site, and reloads the page. The app has no service worker. A
 * former one could respond to the history request from its cache for ever. The removed worker
 * controls the page until the reload. The reload waits for the login, to keep a typed number.
 */
export async function removeServiceWorker(loggedIn: Promise<void>): Promise<void> {
  // A page without HTTPS has none.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const registration = await serviceWorker?.getRegistration();
  if (!(await registration?.unregister())) return;
  await loggedIn;
  location.reload();
}
