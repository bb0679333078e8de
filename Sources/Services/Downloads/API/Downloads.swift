public import RPC

/// What a household keeps for watching without the network.
///
/// A download is a profile's own; one file on the disk serves all profiles that asked for it, and goes when the last of
/// them lets it go. Whose downloads are meant comes from the caller's token, never from a request.
public enum Downloads: RPCService {
    public static let name = "hearth.downloads.v1.Downloads"
    public static let requests: [any RPCMethod.Type] = [
        Start.self, Pause.self, Resume.self, Cancel.self, Delete.self, Retry.self, Move.self,
        List.self, Follow.self, Locate.self, GetStorage.self, ReadFile.self,
    ]
}
