using System.ComponentModel.DataAnnotations;
using System.Security.Claims;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;

namespace Interop;

public record LoginRequest([RegularExpression(@"^\+994\d{9}$")] string Username, string Password);

public record ChatMessage(int FromUserId, int ToUserId, string? Text, string? ImageUrl, DateTime Timestamp);

/// <summary>The four calls.</summary>
[ApiController]
[Authorize]
[Route("api/66")]
public class ChatController(ChatStore store, TokenService tokens) : ControllerBase
{
    private const int UploadLimit = 20 * 1024 * 1024;

    private int UserId => int.Parse(User.FindFirstValue(ClaimTypes.NameIdentifier)!);

    [AllowAnonymous]
    [HttpPost("login")]
    public IActionResult Login(LoginRequest request)
    {
        var id = store.CustomerFor(request.Username);
        return Ok(new { newtoken = tokens.Issue(id, request.Username) });
    }

    [HttpGet("messages/{userId}")]
    public IActionResult Messages(int userId) =>
        userId == UserId ? Ok(store.Of(userId)) : Forbid();

    [HttpPost("send")]
    public IActionResult Send(ChatMessage message)
    {
        if (message.FromUserId != UserId || message.ToUserId != ChatStore.OperatorId) return Forbid();
        store.Add(UserId, message);
        return Ok();
    }

    [HttpPost("upload")]
    [RequestSizeLimit(UploadLimit)]
    public async Task<IActionResult> Upload(IFormFile file)
    {
        using var content = new MemoryStream();
        await file.CopyToAsync(content);
        var extension = ImageType.ExtensionOf(content.ToArray());
        if (extension is null) return StatusCode(StatusCodes.Status415UnsupportedMediaType);
        var imageUrl = $"uploads/{Guid.NewGuid()}.{extension}";
        await System.IO.File.WriteAllBytesAsync(Path.Combine(store.Folder, imageUrl), content.ToArray());
        return Ok(new { imageUrl });
    }
}

/// <summary>The live channel. Messages are stored by the call, not here.</summary>
public class ChatHub : Hub
{
    public Task SendMessage(ChatMessage message)
    {
        if (message.FromUserId.ToString() != Context.UserIdentifier)
            throw new HubException("A message has to be the caller's own.");
        return Clients.User(message.ToUserId.ToString()).SendAsync("ReceiveMessage", message);
    }

    public Task SendTyping(int senderId, int value) =>
        Clients.User(ChatStore.OperatorId.ToString()).SendAsync("ReceiveTyping", senderId, value);
}

/// <summary>Tells a picture by how its file begins.</summary>
public static class ImageType
{
    public static string? ExtensionOf(ReadOnlySpan<byte> file) =>
        file.StartsWith((ReadOnlySpan<byte>)[0x89, (byte)'P', (byte)'N', (byte)'G']) ? "png"
        : file.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xD8, 0xFF]) ? "jpg"
        : file.StartsWith("GIF8"u8) ? "gif"
        : file.Length > 12 && file.StartsWith("RIFF"u8) && file[8..].StartsWith("WEBP"u8) ? "webp"
        : null;
}
