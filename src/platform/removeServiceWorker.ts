/**
 * Removes a service worker of a former site, and reloads the page. The app has no service worker. A
 * former one could respond to the history request from its cache for ever.
 * @param serviceWorker undefined on a page without HTTPS
 */
export async function removeServiceWorker(
  { serviceWorker }: { serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'> },
  page: Pick<Location, 'reload'>,
): Promise<void> {
  const registration = await serviceWorker?.getRegistration();
  if (await registration?.unregister()) page.reload();
}
