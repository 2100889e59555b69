import { strings } from '../ui/strings';

/** Replaces a page that cannot be rendered. Reloads without the store, which may be the reason. */
export const BrokenPage = () => (
  <main className="card">
    <span className="logo" />
    <h1 className="visually-hidden">{strings.title}</h1>
    <p role="alert">{strings.brokenPage}</p>
    <button className="primary" type="button" onClick={() => location.reload()}>
      {strings.reloadPage}
    </button>
  </main>
);
