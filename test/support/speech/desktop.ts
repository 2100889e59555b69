import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program } from '../build/program';
import { Display } from '../engines/display';
import { speechEvents } from './listener';

/** Replaces the user's own settings, sockets and buses. */
const ownEnvironment = (folder: string, display: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
  TZ: 'Asia/Baku',
  DISPLAY: display,
  HOME: folder,
  XDG_RUNTIME_DIR: path.join(folder, 'run'),
  DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(folder, 'run/bus')}`,
  SPEECHD_ADDRESS: `unix_socket:${path.join(folder, 'run/speechd')}`,
  // Otherwise Firefox does not look for a screen reader.
  GNOME_ACCESSIBILITY: '1',
  MOZ_ENABLE_WAYLAND: '0',
});

/** Writes a configuration of speech-dispatcher with our voice alone. */
function configureVoice(folder: string, log: string): void {
  const voice = path.join(folder, 'voice');
  const tsx = require.resolve('tsx');
  const program = `exec "${process.execPath}" --import "${tsx}" "${path.join(__dirname, 'voice.ts')}"`;
  writeFileSync(voice, `#!/bin/sh\n${program} "${log}"\n`, { mode: 0o755 });
  const config = `AddModule "log" "${voice}" "none"\nDefaultModule log\n`;
  writeFileSync(path.join(folder, 'speechd.conf'), config);
}

/** A desktop with a window manager and a screen reader, but without a screen. */
export class Desktop {
  /** The file to which the voice writes what it says. */
  readonly speechLog;
  readonly env;
  /** The process id of the screen reader. */
  reader = 0;
  readonly #running: Program[] = [];

  private constructor(
    readonly display: Display,
    private readonly folder: string,
  ) {
    this.speechLog = path.join(folder, 'speech.log');
    this.env = ownEnvironment(folder, display.name);
  }

  /** Starts the desktop and waits until the screen reader speaks. @throws Error if a part fails */
  static async start(): Promise<Desktop> {
    const display = await Display.start();
    const desktop = new Desktop(display, mkdtempSync(path.join(tmpdir(), 'speech-')));
    await desktop.#startPrograms();
    return desktop;
  }

  /** Stops all programs, the last one first, and deletes their files. */
  async stop(): Promise<void> {
    for (const program of this.#running.toReversed()) await program.down('SIGKILL');
    this.display.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #startPrograms(): Promise<void> {
    const run = path.join(this.folder, 'run');
    mkdirSync(run, { mode: 0o700 });
    writeFileSync(this.speechLog, '');
    configureVoice(this.folder, this.speechLog);
    const address = `--address=${this.env.DBUS_SESSION_BUS_ADDRESS}`;
    const hasBus = () => existsSync(path.join(run, 'bus'));
    await this.#start('dbus-daemon', ['--session', '--nofork', address], hasBus);
    const hasManager = () =>
      this.#run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK').includes('window id');
    await this.#start('openbox', [], hasManager);
    const socket = path.join(run, 'speechd');
    const speech = ['-s', '-t', '0', '-C', this.folder, '-S', socket];
    await this.#start('speech-dispatcher', speech, () => existsSync(socket));
    // Browsers build no accessibility tree without a screen reader.
    for (const name of ['IsEnabled', 'ScreenReaderEnabled'])
      this.#enable(`string:${name}`, 'variant:boolean:true');
    const orca = await this.#start('orca', [], () => speechEvents(this.speechLog).length > 0);
    this.reader = orca.pid ?? 0;
  }

  async #start(command: string, args: string[], isReady: () => boolean): Promise<Program> {
    const program = new Program(command, args, { folder: this.folder, env: this.env, isReady });
    this.#running.push(program);
    await program.up();
    return program;
  }

  /** Sets a property of the accessibility bus, which the session bus starts when it is called. */
  #enable(...property: string[]): void {
    const target = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
    const set = ['org.freedesktop.DBus.Properties.Set', 'string:org.a11y.Status'];
    this.#run('dbus-send', ...target, ...set, ...property);
  }

  /** Runs a program to its end. @returns its output; '' if it fails */
  #run(command: string, ...args: string[]): string {
    const { status, stdout } = spawnSync(command, args, { env: this.env, encoding: 'utf8' });
    return status === 0 ? stdout : '';
  }
}
