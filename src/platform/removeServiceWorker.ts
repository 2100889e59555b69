/**
 * Removes a service worker of a former site, and reloads the page. The app has no service worker. A
 * former one could respond to the history request from its cache for ever. The removed worker
 * controls the page until the reload. The reload waits for the sign-in, to keep a typed number.
 * @param serviceWorker undefined on a page without HTTPS
 */
export async function removeServiceWorker(
  { serviceWorker }: { serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'> },
  page: Pick<Location, 'reload'>,
  signedIn: Promise<void>,
): Promise<void> {
  const registration = await serviceWorker?.getRegistration();
  if (!(await registration?.unregister())) return;
  await signedIn;
  page.reload();
}
