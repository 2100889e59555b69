/**
 * Removes a service worker of a former site, and loads the page again. The app has none. A former one
 * could answer the history from its cache for ever.
 * @param serviceWorker missing on a page without HTTPS
 */
export async function removeServiceWorker(
  { serviceWorker }: { serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'> },
  page: Pick<Location, 'reload'>,
): Promise<void> {
  const registration = await serviceWorker?.getRegistration();
  if (await registration?.unregister()) page.reload();
}
