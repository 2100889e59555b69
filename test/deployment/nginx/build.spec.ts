import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { BUILD_FOLDER, REBUILD_FOLDER } from '../../support/deployment/builds';

test('The production build is reproducible: two builds have the same files, byte for byte', () => {
  const files = readdirSync(BUILD_FOLDER).sort();
  const read = (folder: string, name: string) => readFileSync(path.join(folder, name));
  expect(readdirSync(REBUILD_FOLDER).sort()).toEqual(files);
  const changed = files.filter(
    (name) => !read(BUILD_FOLDER, name).equals(read(REBUILD_FOLDER, name)),
  );
  expect(changed).toEqual([]);
});
