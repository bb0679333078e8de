internal import CLibFuzzer
internal import FuzzTargets
internal import Glibc

// The target is named by the environment and not by an argument: libFuzzer restarts this program with its own
// arguments.
guard let name = getenv("HEARTH_FUZZ").map({ String(cString: $0) }), FuzzTarget.choose(name) else {
    print("HEARTH_FUZZ says which: \(FuzzTarget.names.joined(separator: ", ")); scripts/fuzz does all of it")
    exit(64)
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        FuzzTarget.run(UnsafeRawBufferPointer(start: start, count: count))
        return 0
    })
