/** Replaces every CSS module: each class keeps its name from the source. */
export default new Proxy({}, { get: (_, name) => name });
