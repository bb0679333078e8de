public import HearthModel
public import RPC

/// Downloads of a household, for watching offline.
///
/// A download belongs to a profile; one file on the disk serves all profiles that requested it, and is deleted when the
/// last of them releases it. The profile comes from the caller's token, never from a request.
public enum Downloads: ServiceContract {
    public static let serviceName = ServiceManifest.downloads.name
    public static let name = "hearth.downloads.v1.Downloads"
    public static let requests: [any RPCMethod.Type] = [
        Start.self, Pause.self, Resume.self, Cancel.self, Delete.self, Retry.self, Move.self,
        List.self, Follow.self, Locate.self, GetStorage.self, ReadFile.self,
        NoteWatched.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Downloads {}
    /// A method that answers with items.
    public protocol ServerStream: RPCServerStream where Service == Downloads {}
}
