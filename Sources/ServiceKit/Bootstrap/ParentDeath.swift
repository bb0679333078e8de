internal import Glibc

/// Ends this process with the one that started it, so that a killed supervisor leaves no services behind.
enum ParentDeath {
    /// The variable in which a supervisor tells its process id.
    static let variable = "HEARTH_PARENT"

    private static let setParentDeathSignal: Int32 = 1

    /// `prctl` takes a variable number of arguments, which Swift does not import; with five words of arguments the call
    /// is the same on every platform that this runs on.
    private typealias ProcessControl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32

    /// Asks the kernel for SIGTERM when the parent's thread that forked this process ends (prctl(2)).
    ///
    /// - Returns: false when the parent has gone already: then nobody will tell, and the process should end.
    static func arrange(environment: [String: String]) -> Bool {
        guard let symbol = dlsym(nil, "prctl") else { return true }
        let control = unsafeBitCast(symbol, to: ProcessControl.self)
        _ = control(setParentDeathSignal, UInt(SIGTERM), 0, 0, 0)
        guard let parent = environment[variable].flatMap({ Int32($0) }) else { return true }
        return getppid() == parent
    }
}
