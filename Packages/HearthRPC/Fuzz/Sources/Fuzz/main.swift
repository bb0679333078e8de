internal import CLibFuzzer
internal import FuzzKit
internal import FuzzTargets
internal import Glibc

/// The target is named by the environment and not by an argument: libFuzzer restarts this program with its own
/// arguments.
enum Chosen {
    static let target = getenv("HEARTH_FUZZ").flatMap { name in
        RPCFuzzTargets.all.first { $0.name == String(cString: name) }
    }
}
guard Chosen.target != nil else {
    print("HEARTH_FUZZ says which: \(RPCFuzzTargets.all.map(\.name).joined(separator: ", ")); scripts/fuzz runs all")
    exit(64)
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        Chosen.target?.run(on: UnsafeRawBufferPointer(start: start, count: count))
        return 0
    })
