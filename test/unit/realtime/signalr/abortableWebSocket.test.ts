import { abortableWebSocket } from '../../../../src/realtime/signalr/abortableWebSocket';

class FakeWebSocket {
  static readonly CONNECTING = 0;
  readyState = FakeWebSocket.CONNECTING;
  closes = 0;

  constructor(readonly url: string) {}

  close() {
    this.closes += 1;
  }
}

/** Opens a socket. @param ended its signal */
function open(ended: AbortSignal) {
  const Socket = abortableWebSocket(FakeWebSocket as unknown as typeof WebSocket, ended);
  return new Socket('wss://chat.example.az') as unknown as FakeWebSocket;
}

describe('abortableWebSocket', () => {
  test('opens a socket to the URL', () => {
    const socket = open(new AbortController().signal);
    expect(socket.url).toBe('wss://chat.example.az');
    expect(socket.closes).toBe(0);
  });

  test('closes a socket that is still connecting when the signal aborts', () => {
    const controller = new AbortController();
    const socket = open(controller.signal);
    controller.abort();
    expect(socket.closes).toBe(1);
  });

  test('leaves an open socket to SignalR, which sends a Close record first', () => {
    const controller = new AbortController();
    const socket = open(controller.signal);
    socket.readyState = 1;
    controller.abort();
    expect(socket.closes).toBe(0);
  });

  test('closes a socket at once if the signal has aborted before', () => {
    expect(open(AbortSignal.abort()).closes).toBe(1);
  });
});
