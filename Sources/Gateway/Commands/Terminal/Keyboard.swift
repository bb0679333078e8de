internal import Glibc
public import RPC
internal import ServiceKit

/// The keys of the user's terminal, one at a time.
public struct Keyboard: Sendable {
    /// The keys from now on; nil where standard input is no terminal.
    let open: @Sendable (_ runtime: any Runtime) async -> Presses?

    /// Keys that are pressed.
    public struct Presses: Sendable {
        /// The keys, until the terminal is gone.
        let keys: AsyncStream<PlayerKey>
        /// Ends it, and makes the terminal what it was.
        let close: @Sendable () async -> Void

        /// Creates keys.
        public init(keys: AsyncStream<PlayerKey>, close: @escaping @Sendable () async -> Void) {
            (self.keys, self.close) = (keys, close)
        }
    }

    /// Creates a keyboard.
    public init(open: @escaping @Sendable (_ runtime: any Runtime) async -> Presses?) { self.open = open }

    /// No terminal.
    public static let none = Keyboard { _ in nil }

    /// The standard input of this process.
    static let process = Keyboard { runtime in
        guard let terminal = RawTerminal(STDIN_FILENO) else { return nil }
        let (keys, pressed) = AsyncStream<PlayerKey>.makeStream()
        let reading = runtime.spawn {
            await Blocking.run(.queued) {
                var decoder = KeyDecoder()
                while let bytes = terminal.read() {
                    for key in decoder.keys(of: bytes) { pressed.yield(key) }
                }
                pressed.finish()
            }
        }
        return Presses(keys: keys) {
            terminal.restore()
            await reading.value
        }
    }
}
