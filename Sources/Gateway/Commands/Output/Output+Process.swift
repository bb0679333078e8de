internal import Glibc
internal import ServiceKit

extension Output {
    /// The outputs of this process.
    public static func process(variables: [String: String]) -> Output {
        let (isTerminal, isErrorTerminal) = (isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1)
        // https://no-color.org: any value but the empty one.
        let wantsColours = variables["NO_COLOR", default: ""].isEmpty && variables["TERM"] != "dumb"
        return Output(
            isTerminal: isTerminal, isErrorTerminal: isErrorTerminal, width: columns(variables),
            hasColours: isTerminal && wantsColours,
            writing: { stream, text in
                // A closed reader ends the process by SIGPIPE, as with other commands.
                DescriptorWriter.write(text, to: stream == .standard ? STDOUT_FILENO : STDERR_FILENO)
            })
    }

    private static func columns(_ variables: [String: String]) -> Int {
        var size = winsize()
        if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return variables["COLUMNS"].flatMap { Int($0) } ?? standardColumns
    }

    private static let standardColumns = 80
}
