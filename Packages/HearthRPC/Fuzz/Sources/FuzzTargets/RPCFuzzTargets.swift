public import FuzzKit

/// The targets of the codec, the frames and the state machines.
public enum RPCFuzzTargets {
    /// All targets.
    public static let all = [
        FuzzTarget("codec", codec), FuzzTarget("frames", frames), FuzzTarget("machines", machines),
    ]
}
