import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  openSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Display } from '../../engines/drivers/display';
import { until } from '../../time/until';
import { SpeechLog } from './speechLog';

/** How long a program may take to start, in ms. */
const START_TIMEOUT = 60_000;

/** Programs that run in one environment and are stopped together. */
class Processes {
  private readonly running: ChildProcess[] = [];

  constructor(
    readonly env: NodeJS.ProcessEnv,
    private readonly folder: string,
  ) {}

  /** Starts a program; its output goes to a file. @throws Error if it is not ready in time */
  async start(command: string, args: string[], isReady: () => boolean): Promise<ChildProcess> {
    const name = path.basename(command);
    const output = openSync(path.join(this.folder, `${name}.log`), 'a');
    const stdio: ['ignore', number, number] = ['ignore', output, output];
    const child = spawn(command, args, { env: this.env, stdio, detached: true });
    this.running.unshift(child);
    const options = { timeout: START_TIMEOUT, interval: 50 };
    if (!(await until(isReady, options))) throw new Error(`${name} has not started.`);
    return child;
  }

  /** Runs a program to its end. @returns its output; undefined if it fails */
  run(command: string, ...args: string[]): string | undefined {
    const { status, stdout } = spawnSync(command, args, { env: this.env, encoding: 'utf8' });
    return status === 0 ? stdout : undefined;
  }

  /** Stops all programs, the last one first. */
  async stop(): Promise<void> {
    for (const child of this.running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      // With its own children: the launcher of the accessibility bus would leave the bus behind.
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
  }
}

const BUS_LAUNCHER = '/usr/libexec/at-spi-bus-launcher';

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

/** Writes a configuration of speech-dispatcher with our voice alone. @returns its folder */
function configureVoice(folder: string, log: SpeechLog): string {
  const voice = path.join(folder, 'voice');
  const tsx = require.resolve('tsx');
  const program = `exec "${process.execPath}" --import "${tsx}" "${path.join(__dirname, 'voice.ts')}"`;
  writeFileSync(voice, `#!/bin/sh\n${program} "${log.file}"\n`, { mode: 0o755 });
  const config = path.join(folder, 'speechd');
  mkdirSync(config);
  writeFileSync(
    path.join(config, 'speechd.conf'),
    `AddModule "log" "${voice}" "none"\nDefaultModule log\n`,
  );
  return config;
}

/** Says that a screen reader is running, because browsers build no accessibility tree otherwise. */
function enableAccessibility(processes: Processes): void {
  for (const name of ['IsEnabled', 'ScreenReaderEnabled']) {
    const set = ['org.freedesktop.DBus.Properties.Set', 'string:org.a11y.Status'];
    const target = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
    processes.run('dbus-send', ...target, ...set, `string:${name}`, 'variant:boolean:true');
  }
}

/** A desktop with a window manager and a screen reader, but without a screen. */
export class Desktop {
  private constructor(
    readonly display: Display,
    readonly speech: SpeechLog,
    readonly env: NodeJS.ProcessEnv,
    /** The process id of the screen reader. */
    readonly reader: number,
    readonly stop: () => Promise<void>,
  ) {}

  /** Starts the desktop and waits until the screen reader speaks. @throws Error if a part fails */
  static async start(): Promise<Desktop> {
    const folder = mkdtempSync(path.join(tmpdir(), 'speech-'));
    const display = await Display.start();
    const env = ownEnvironment(folder, display.name);
    mkdirSync(path.join(folder, 'run'), { mode: 0o700 });
    const processes = new Processes(env, folder);
    const speech = new SpeechLog(path.join(folder, 'speech.log'));
    const stop = async () => {
      await processes.stop();
      display.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    try {
      const reader = await startPrograms(processes, folder, speech);
      return new Desktop(display, speech, env, reader, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }
}

/** @returns the process id of the screen reader */
async function startPrograms(
  processes: Processes,
  folder: string,
  speech: SpeechLog,
): Promise<number> {
  const has = (name: string) => existsSync(path.join(folder, 'run', name));
  const busAddress = `--address=${processes.env.DBUS_SESSION_BUS_ADDRESS ?? ''}`;
  const session = ['--session', '--nofork', busAddress];
  await processes.start('dbus-daemon', session, () => has('bus'));
  const getAddress = ['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'];
  await processes.start(BUS_LAUNCHER, ['--launch-immediately'], () => {
    return processes.run('dbus-send', ...getAddress, 'org.a11y.Bus.GetAddress') !== undefined;
  });
  await processes.start('openbox', [], () => {
    const manager = processes.run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK');
    return manager?.includes('window id') === true;
  });
  const config = configureVoice(folder, speech);
  const options = ['-s', '-t', '0', '-C', config, '-S', path.join(folder, 'run/speechd')];
  await processes.start('speech-dispatcher', options, () => has('speechd'));
  enableAccessibility(processes);
  const orca = await processes.start('orca', [], () => speech.events().length > 0);
  return orca.pid ?? 0;
}

/** Returns the time that a process has used the processor, in clock ticks (`man 5 proc_pid_stat`). */
export function processorTime(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
  const [user, system] = afterName.split(' ').slice(11, 13);
  return Number(user) + Number(system);
}
