/** Delay before each retry, in ms. After the last one, the customer can reload the page. */
const DELAYS = [1_000, 2_000, 4_000];

/** Loads a chunk. Retries: a phone can lose its network for seconds. @throws the last error */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const delay of DELAYS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return load();
}
