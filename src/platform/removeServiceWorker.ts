/**
 * Removes a service worker of a former site, and reloads the page. The app has no service worker. A
 * former one could respond to the history request from its cache for ever. The removed worker
 * controls the page until the reload. The reload waits for the login, to keep a typed number.
 * @param serviceWorker undefined on a page without HTTPS
 */
export async function removeServiceWorker(
  { serviceWorker }: { serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'> },
  page: Pick<Location, 'reload'>,
  loggedIn: Promise<void>,
): Promise<void> {
  const registration = await serviceWorker?.getRegistration();
  if (!(await registration?.unregister())) return;
  await loggedIn;
  page.reload();
}
